import t from 'tap'
import { folderOrigin } from '../../../gateway/origin/folder-origin.ts'
import { originContract } from './origin-contract.ts'

originContract(t, async (_t, root) => folderOrigin(root))
