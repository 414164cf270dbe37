// tap, loaded as CommonJS: as modules, its 150 files would each go through the hooks, which takes longer than most
// tests do.

import { createRequire } from 'node:module'

export default createRequire(import.meta.url)('tap').default
