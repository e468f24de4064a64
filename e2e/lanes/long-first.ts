import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Ends of the paths of tests that mostly wait, a minute or more. Vitest begins with the largest files where it has not
 * run them yet, so that such a small one would begin last and keep everybody waiting: 224 s instead of 150.
 */
const LONG = ['/src/server/platform/processes.test.ts']

/** An order of Vitest's in which the files that take longest come first. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((end) => moduleId.endsWith(end))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
