import type { PushRequest } from '../git/push.ts'
import { openRepository } from '../git/repository.ts'
import { sshRefusal, withSshFiles } from '../git/ssh.ts'
import type { SshAddress } from '../github/ssh-address.ts'
import type { FixDeps, Published } from './publish.ts'

type ByKey = { key: string; address: SshAddress; dir: string; request: PushRequest }

/** Pushes over ssh with the deploy key: the one call for which git may use ssh at all. */
export const pushByKey = async (deps: FixDeps, { key, address, dir, request }: ByKey): Promise<Published> => {
  if (address.hostKeys.length === 0)
    return {
      kind: 'refused',
      because: 'access',
      why: 'push-key: found no ssh_keys in GET /meta; expected the host keys of the server, since no unknown host is trusted; use push-token there',
    }
  const said = await withSshFiles(deps.scratch, { ...address, privateKey: key }, async files => {
    const target = await openRepository({ ...deps.git, url: address.url, token: null, ssh: files, dir, stop: deps.stop })
    return target.kind === 'git-failed' ? target : target.push(request)
  })
  return said.kind === 'refused' ? { ...said, why: sshRefusal(said.why) } : said
}
