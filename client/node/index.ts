// The parts of the client that need Node: a copy in a folder, the snapshot as a file, a log.

export { debugHooks, debugHooksOf } from './debug-hooks.ts'
export { type DownloadedSnapshot, downloadSnapshot } from './download-snapshot.ts'
export { folderStore } from './folder-store.ts'
