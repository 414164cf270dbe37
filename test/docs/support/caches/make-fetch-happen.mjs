import makeFetchHappen from 'make-fetch-happen'

const fetch = makeFetchHappen.defaults({ cachePath: 'cache' })

export const read = async (url, headers) => await (await fetch(url, { headers })).text()
