// An address of the API for pages whose address does not matter.

import { listTarget } from '../../contract/api/request-target.ts'
import { CURRENT_VERSION } from '../../contract/api/versions.ts'
import type { TargetAddress } from '../../gateway/catalogue/cached-answer.ts'

export const ANY_ADDRESS: TargetAddress = {
  version: CURRENT_VERSION,
  route: 'offers',
  target: listTarget({ limit: 25, offset: 0 }),
}
