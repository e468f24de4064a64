import type { OperationName } from '#contract/routes.ts'
import type { Dependencies } from '../context.ts'
import { assertRoom } from '../process/disk-reserve.ts'

/** What starts training or a crawl. Uploads are refused where their files are stored. */
const STARTING: ReadonlySet<string> = new Set<OperationName>([
  'createSource',
  'retrainSource',
  'updateSourceContent',
  'publishDraft',
  'teach',
  'startCrawl',
  'createPlan',
  'applyPlan',
])

/** @throws DiskReserveError if an operation takes room that is kept for conversations */
export async function assertRoomFor({ config }: Dependencies, operation: string): Promise<void> {
  if (STARTING.has(operation)) await assertRoom(config, 'rows')
}
