// A crowd of strangers in a separate process, because real ones have their own machines. Their work must not hold
// up the clock by which good clients measure their waits. Arguments: name of the crowd, port, admin port, keys.

import { STRANGERS } from './strangers.ts'

const [name, port, adminPort, ...keys] = process.argv.slice(2)

const crowd = STRANGERS.find((each) => each.name === name)
if (!crowd) throw new Error(`no such crowd: ${name}`)
crowd.come({ port: Number(port), adminPort: Number(adminPort), keys })
