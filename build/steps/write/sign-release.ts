// Step: the signature of the release, by which gateways know that it is ours, wherever they read it.

import type { SecretKey } from '../../../lib/minisign/keys.ts'
import { putSignature, type Signing } from '../../releases/signing.ts'

export async function signRelease(id: string, key: SecretKey, signing: Signing): Promise<void> {
  await putSignature(id, key, signing)
}
