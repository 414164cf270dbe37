// A target of the API for tests in which any target will do.

import { CURRENT_VERSION } from '../../contract/api/versions.ts'
import type { RoutedTarget } from '../../gateway/catalogue/cached-answer.ts'
import { listTarget } from './current-targets.ts'

export const ANY_TARGET: RoutedTarget = {
  version: CURRENT_VERSION,
  route: 'offers',
  target: listTarget({ limit: 25, offset: 0 }),
}
