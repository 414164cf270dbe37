// What of the client needs the files of Node: a copy and a cache in a folder, the snapshot as a file.

export { type DownloadedSnapshot, downloadSnapshot } from './download-snapshot.ts'
export { folderCache } from './folder-cache.ts'
export { folderStore } from './folder-store.ts'
