// The parts of the client that need Node: a copy in a folder, and the snapshot as a file.

export { type DownloadedSnapshot, downloadSnapshot } from './download-snapshot.ts'
export { folderStore } from './folder-store.ts'
