// RFC 4648 base32 in lower case, without padding: safe in addresses and file names.

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** Each character holds 5 bits; the last one is padded with zeros. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  // The bits that are read but not yet written, and how many they are.
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(held >>> bits) & 31]
    }
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + ALPHABET[(held << (5 - bits)) & 31] : text
}
