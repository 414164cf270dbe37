// The script of the page: what depends on the reader.
export {}
