import ssh from 'ssh2'

const { utils } = ssh

/**
 * A key pair that can be read: of every few hundred ed25519 pairs the library writes one without a leading zero byte, and one of its
 * halves is then malformed (mscdex/ssh2#1513). `lock` = how the private half is encrypted.
 */
export const sshKeyPair = (lock: { passphrase: string; cipher: string; rounds: number } | null = null) => {
  for (;;) {
    const pair = lock === null ? utils.generateKeyPairSync('ed25519') : utils.generateKeyPairSync('ed25519', lock)
    const halves = [utils.parseKey(pair.public), utils.parseKey(pair.private, lock?.passphrase)]
    if (!halves.some(half => half instanceof Error)) return pair
  }
}
