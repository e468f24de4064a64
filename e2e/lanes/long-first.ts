import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Ends of the paths of tests that take a minute or more, most of it waiting. Vitest begins with the largest files where
 * it has not run them yet, so that these would begin last, and nothing be left to do beside them: the server's tests
 * took 224 s instead of 199, the product's 106 instead of 82.
 */
const LONG = ['/src/server/platform/processes.test.ts', '/e2e/api/generated.test.ts']

/** An order of Vitest's in which the files that take longest come first. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((end) => moduleId.endsWith(end))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
