import type { Workflow } from './workflow.ts'

/** What a repository is set up with, as far as the token may see it; null = it may not. */
export type SetUp = {
  token: { kind: string; login: string }
  /** What the token's account may do: admin, write, read; null = an installation, which is not told. */
  access: string | null
  branch: string
  workflows: Workflow[]
  policy: string | null
  labels: string[]
  /** Names only: GitHub never tells more. */
  secrets: string[] | null
  variables: Record<string, string> | null
  mayApprove: boolean | null
}
