import got from 'got'

const client = got.extend({ cache: new Map(), cacheOptions: { shared: false } })

export const read = async (url, headers) => (await client(url, { headers })).body
