import t from 'tap'
import { folderOrigin } from '../../../gateway/origin/folder-origin.ts'
import { SHORT_MS } from '../../helpers/slow-suite.ts'
import { originContract } from './origin-contract.ts'

t.setTimeout(SHORT_MS)

originContract(t, async (_t, root) => folderOrigin(root))
