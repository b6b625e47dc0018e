export const scrubSecrets = (text: string, secrets: string[]): string =>
  secrets.reduce((clean, secret) => clean.replaceAll(secret, '***'), text)
