// A target of the API for answers whose target does not matter.

import { listTarget } from '../../contract/api/request-target.ts'
import { CURRENT_VERSION } from '../../contract/api/versions.ts'
import type { RoutedTarget } from '../../gateway/catalogue/cached-answer.ts'

export const ANY_TARGET: RoutedTarget = {
  version: CURRENT_VERSION,
  route: 'offers',
  target: listTarget({ limit: 25, offset: 0 }),
}
