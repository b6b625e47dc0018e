import * as z from 'zod'
import type { Site } from './writer.ts'

const repository = z.object({ ssh_url: z.string() })
const meta = z.object({ ssh_keys: z.array(z.string()).optional() })

export type SshAddress = { url: string; hostKeys: string[] }

/** `git@host:owner/name.git` as an address. */
const addressOf = (sshUrl: string): string => sshUrl.replace(/^([\w.-]+@[\w.-]+):(?!\/\/)/, 'ssh://$1/')

/** Where a repository is pushed to by ssh, and the host keys that its server has: both as the API tells them, over https. */
export const sshAddressOf = async ({ api }: Site, fullName: string): Promise<SshAddress> => {
  const [owner = '', repo = ''] = fullName.split('/')
  const { ssh_url } = repository.parse((await api.read('GET /repos/{owner}/{repo}', { owner, repo })).data)
  const { ssh_keys = [] } = meta.parse((await api.read('GET /meta', {})).data)
  return { url: addressOf(ssh_url), hostKeys: ssh_keys }
}
