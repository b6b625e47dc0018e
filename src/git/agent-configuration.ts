/** Folders whose whole content configures an agent, wherever they stand. */
const folders = new Set([
  '.claude',
  '.codex',
  '.agents',
  '.gemini',
  '.opencode',
  '.cursor',
  '.copilot',
  '.qwen',
  '.windsurf',
  '.continue',
  '.clinerules',
  '.roo',
  '.junie',
  '.kiro',
  '.amazonq',
  '.augment',
  '.trae',
])

const files = [
  /^claude.*\.md$/,
  /^agents?(?:\..*)?\.md$/,
  /^agents.*\.md$/,
  /^gemini.*\.md$/,
  /^qwen.*\.md$/,
  /^warp\.md$/,
  /^skill\.md$/,
  /^\.goosehints$/,
  /^\.mcp\.json$/,
  /^opencode\.jsonc?$/,
  /^\.cursorrules$/,
  /^\.windsurfrules$/,
  /^\.geminiignore$/,
]

/** Two steps of a path, for what counts only below `.github` or `.vscode`. */
const pairs = new Set([
  '.github/copilot-instructions.md',
  '.github/instructions',
  '.github/hooks',
  '.github/agents',
  '.github/prompts',
  '.github/chatmodes',
  '.vscode/mcp.json',
])

/** One spelling for names that some file system takes for the same. */
const folded = (path: string): string => path.normalize('NFKC').toLowerCase()

/** Is this a file that an agent CLI obeys when it finds it in its folder or above? Case and depth do not matter. */
export const isAgentConfiguration = (path: string): boolean => {
  const steps = folded(path).split('/')
  return steps.some((step, index) => {
    const next = steps[index + 1]
    if (folders.has(step) || (next !== undefined && pairs.has(`${step}/${next}`))) return true
    return files.some(pattern => pattern.test(step))
  })
}

/** Keys and environment files, which no agent needs to read. Globs, matched without case at any depth. */
export const defaultExclude: readonly string[] = [
  '**/.env*',
  '**/.env*/**',
  '**/*.{pem,key,p12,pfx,jks,keystore,kdbx,ppk}',
  '**/id_{rsa,dsa,ecdsa,ed25519}*',
  '**/.{netrc,pgpass,git-credentials,pypirc}',
  '**/.aws/credentials',
  '**/.ssh/**',
  '**/.gnupg/**',
]
