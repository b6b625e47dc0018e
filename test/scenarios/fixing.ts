import { expect } from 'vitest'
import { gitText } from '../../src/simulator/git/run.ts'
import { asksForFix } from './reports.ts'
import { type Stage, type StageOptions, stage } from './stage.ts'

export const MENDED = 'export const mean = list =>\n  list.length === 0 ? 0 : list.reduce((a, b) => a + b) / list.length\n'

/** What an agent that mends says and leaves behind. */
export const mends = (write: Record<string, string> = { 'src/mean.js': MENDED }) => ({ write, text: 'Guarded the division.' })

/** The second job, with the rights and the token that the example gives it. */
export const runFix = (scene: Pick<Stage, 'github' | 'run'>, inputs: Record<string, string> = {}) => {
  scene.github.tick(30)
  return scene.run({ inputs: { mode: 'fix', pull: '1', ...inputs }, token: 'ghs_fix' })
}

export const headOf = ({ github }: Pick<Stage, 'github'>): string => github.repository().git.branch('topic') ?? ''

export const commitText = ({ github }: Pick<Stage, 'github'>, format: string): string =>
  gitText(github.repository().git.dir, ['log', '-1', `--format=${format}`, 'refs/heads/topic'])

export const fileAt = ({ github }: Pick<Stage, 'github'>, path: string): string | null =>
  github.repository().git.blob(headOf({ github }), path)?.content.toString('utf8') ?? null

/** Our comment that holds the tasks. */
export const fixComment = ({ github }: Pick<Stage, 'github'>): string =>
  github.pull(1).comments.find(comment => comment.body.includes('"kind":"fix-tasks"'))?.body ?? ''

/** A head whose review asks for a fix, before an agent that answers so. */
export const askedOn = async (options: StageOptions, ...answers: object[]): Promise<Stage & { reviewed: string }> => {
  const scene = await stage({ ...options, answers: [asksForFix(), ...answers] })
  const first = await scene.run()
  expect(first.outputs, first.log).toMatchObject({ decision: 'fix-requested' })
  return { ...scene, reviewed: headOf(scene) }
}
