// Files that name the address of the gateway. A build does not know it, so something else stands for it.

/** Stands for the address in the pages and llms.txt. */
export const UNKNOWN_BASE = 'https://address-of-this-page'

/** The server in the description of the API; JSON has it nowhere else. */
const RELATIVE_SERVER = '"url": ".."'

/**
 * A file with the address that clients reach the gateway at.
 * @param publicUrl without a slash at the end, e.g. `https://api.example/catalogue`
 */
export function withAddress(file: string, publicUrl: string): string {
  const named = file.replaceAll(UNKNOWN_BASE, () => publicUrl)
  return named.replace(RELATIVE_SERVER, () => `"url": ${JSON.stringify(publicUrl)}`)
}
