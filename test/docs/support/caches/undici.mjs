import { Agent, fetch, interceptors } from 'undici'

const dispatcher = new Agent().compose(interceptors.cache({ type: 'private' }))

export const read = async (url, headers) => await (await fetch(url, { dispatcher, headers })).text()
