// A program with a thread that it asks nothing.

import { isMainThread } from 'node:worker_threads'
import { AnsweringThread, answerRequests } from '../../../../lib/threads/answering-thread.ts'

const ROLE = 'echo'

answerRequests(ROLE, (text: string) => text)
if (isMainThread) new AnsweringThread(import.meta.url, ROLE, {})
