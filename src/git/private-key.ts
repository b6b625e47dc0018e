const SHAPE = /^-----BEGIN ((?:OPENSSH |RSA |EC )?PRIVATE KEY)-----\r?\n([A-Za-z0-9+/=\r\n]+)\r?\n-----END \1-----$/
const OPENSSH = 'openssh-key-v1\0'

/** In OpenSSH's own form the name of the cipher comes first; in the others headers, which the shape does not allow. */
const isEncrypted = (body: string): boolean => {
  const bytes = Buffer.from(body, 'base64')
  if (bytes.subarray(0, OPENSSH.length).toString('latin1') !== OPENSSH) return false
  const from = OPENSSH.length + 4
  return bytes.subarray(from, from + 4).toString('latin1') !== 'none'
}

/** The private key of a deploy key as an input holds it: whole, and without a passphrase, which nobody could type. */
export const privateKey = {
  expects: 'a whole private key without a passphrase, with its BEGIN and END lines',
  cure: 'make one with: ssh-keygen -t ed25519 -N "" -f deploy-key, and pass the content of the file deploy-key',
  secret: true,
  read: (text: string): string | undefined => {
    const body = SHAPE.exec(text)?.[2]
    return body === undefined || isEncrypted(body) ? undefined : text.replaceAll('\r', '')
  },
}
