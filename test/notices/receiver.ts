import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export type Received = { headers: IncomingHttpHeaders; body: string; path: string }

/** A webhook on this machine: keeps what it gets, and answers as it is told. */
export const receiver = async (answer: (response: ServerResponse, received: Received) => unknown = ok) => {
  const got: Received[] = []
  const server = createServer((request, response) => {
    void text(request).then(body => {
      const received = { headers: request.headers, body, path: request.url ?? '' }
      got.push(received)
      answer(response, received)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // `address()` is a string only for pipes.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/T000/secret-path`, got }
}

export const ok = (response: ServerResponse): unknown => response.end('ok')
