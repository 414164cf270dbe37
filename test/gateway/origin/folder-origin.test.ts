import t from 'tap'
import { folderOrigin } from '../../../gateway/origin/folder-origin.ts'
import { MINUTE_MS } from '../../helpers/slow-suite.ts'
import { originContract } from './origin-contract.ts'

t.setTimeout(MINUTE_MS)

originContract(t, async (_t, root) => folderOrigin(root))
