import { workerData } from 'node:worker_threads'
import type { Tx } from '../../db/tables.ts'
import { hooksOf } from '../after-commit.ts'
import { connectPostgresNotifications } from './notifications.ts'

// Runs in a thread of its own, which the test can end if it never comes to rest.
const silent = { debug() {}, info() {}, warn() {}, error() {} }
const notifications = await connectPostgresNotifications(workerData, silent)
const tx = {} as Tx
await notifications.notify(tx, 'topic', 'what a transaction has changed')
await notifications.close()
for (const committed of hooksOf(tx)) committed()
