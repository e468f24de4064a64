import { limits } from '#contract/limits.ts'
import { invalid } from '../../errors.ts'

/** Characters of a line in which a mail writes a file, and with the end of the line; each stands for 6 bits. */
const [LINE, WHOLE_LINE] = [76, 78]

/** @throws AppError 422 on `attachments` if files, whose `size` is in bytes, are together too large for a mail */
export function assertMailHolds(files: readonly { size: number }[]): void {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (((bytes * 4) / 3) * (WHOLE_LINE / LINE) > limits.mailBytes)
    throw invalid('attachments', 'must be at most 25 MB together as a mail holds them')
}
