import axios from 'axios'
import { setupCache } from 'axios-cache-interceptor'

const client = setupCache(axios.create({ transformResponse: (text) => text }))
client.location = 'client'

export const read = async (url, headers) => (await client.get(url, { headers })).data
