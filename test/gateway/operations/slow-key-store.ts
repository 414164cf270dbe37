// A key store that answers when the test lets it.

import type { KeyRecord } from '../../../gateway/keys/key-store.ts'
import { MemoryKeyStore } from '../../helpers/gateway.ts'

export class SlowKeyStore extends MemoryKeyStore {
  #answer: () => void = () => {}
  readonly #gate = new Promise<void>((resolve) => {
    this.#answer = resolve
  })
  asked = 0

  answer(): void {
    this.#answer()
  }

  override async find(digest: string): Promise<KeyRecord | undefined> {
    this.asked += 1
    await this.#gate
    return super.find(digest)
  }
}
