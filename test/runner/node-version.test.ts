import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

describe('the Node that tests run on', () => {
  it('is the one that the action is shipped for, or newer', () => {
    expect(Number(process.versions.node.split('.')[0])).toBeGreaterThanOrEqual(
      process.platform === 'linux' && process.arch === 'x64' ? 24 : 22,
    )
  })

  it('is also the one that processes started by name find', () => {
    expect(execFileSync('node', ['--version'], { encoding: 'utf8' }).trim()).toBe(process.version)
  })
})
