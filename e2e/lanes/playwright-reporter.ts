import { relative, resolve } from 'node:path'
import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { noteFailure } from './failures.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** A reporter for Playwright that notes every failed test and every error outside of them. */
export default class implements Reporter {
  printsToStdio() {
    return false
  }

  onTestEnd(test: TestCase, result: TestResult) {
    if (test.outcome() !== 'unexpected') return
    const name = test.titlePath().filter(Boolean).join(' > ')
    const errors = result.errors.length > 0 ? result.errors : [{ message: `the test was ${result.status}` }]
    noteFailure(name, errors, relative(ROOT, test.location.file))
  }

  onError(error: TestError) {
    noteFailure('outside of any test', [error])
  }
}
