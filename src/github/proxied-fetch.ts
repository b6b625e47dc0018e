import { HttpClient } from '@actions/http-client'
import { fetch } from 'undici'

/** A fetch through the proxy that the runner's variables name for this address, if they name one for it. */
export const proxiedFetch = (url: string, options: object): Promise<unknown> => {
  const dispatcher = new HttpClient().getAgentDispatcher(url)
  return fetch(url, dispatcher === undefined ? options : { ...options, dispatcher })
}
