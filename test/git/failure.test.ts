import { expect, it } from 'vitest'
import { whyOf } from '../../src/git/failure.ts'

it.each([
  'fatal: unable to access ‘https://…’: transfer closed with outstanding read data remaining',
  'fatal: unable to access ‘https://…’: Empty reply from server',
  'fatal: unable to access ‘https://…’: The requested URL returned error: 429',
  'fatal: unable to access ‘https://…’: The requested URL returned error: 502',
  'fatal: unable to access ‘https://…’: Could not resolve host: github.com',
  'fatal: unable to access ‘https://…’: Recv failure: Connection reset by peer',
  'fatal: unable to access ‘https://…’: OpenSSL SSL_read: error:0A000126:SSL routines::unexpected eof while reading',
  'error: RPC failed; curl 92 HTTP/2 stream 5 was not closed cleanly: CANCEL (err 8)',
  'error: RPC failed; HTTP 503 curl 22 The requested URL returned error: 503',
  'send-pack: unexpected disconnect while reading sideband packet fatal: the remote end hung up unexpectedly',
  'ssh: connect to host github.com port 22: Connection timed out',
  'kex_exchange_identification: Connection closed by remote host',
  'Connection to github.com closed by remote host.',
  ' ! [remote rejected] abc -> topic (Internal Server Error)',
])('a server that was not reached, or had no time, is told from one that refuses: %s', said =>
  expect(whyOf(said)).toBe('unreachable'),
)

it.each([
  ['error: RPC failed; HTTP 403 curl 22 The requested URL returned error: 403', 'denied'],
  [
    'remote: Permission to octo/hello.git denied to dev. fatal: unable to access: The requested URL returned error: 403',
    'denied',
  ],
  ['git@github.com: Permission denied (publickey).', 'denied'],
  ['error: RPC failed; HTTP 413 curl 22 The requested URL returned error: 413', 'error'],
  [' ! [remote rejected] abc -> topic (protected branch hook declined)', 'error'],
  ['ERROR: The key you are authenticating with has been marked as read only.', 'error'],
  ['Host key verification failed.', 'error'],
])('a refusal is one: %s', (said, why) => expect(whyOf(said)).toBe(why))
