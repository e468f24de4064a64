import type { Reporter, TestModule } from 'vitest/node'
import { noteFailure } from './failures.ts'

/** A reporter for Vitest that notes every failed test, every failed hook and every error outside of them. */
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: Parameters<NonNullable<Reporter['onTestRunEnd']>>[1]) {
    for (const module of modules) {
      const file = module.relativeModuleId
      if (module.errors().length > 0) noteFailure(file, module.errors(), file)
      for (const suite of module.children.allSuites())
        if (suite.errors().length > 0) noteFailure(`${file} > ${suite.fullName}`, suite.errors(), file)
      for (const test of module.children.allTests('failed'))
        noteFailure(`${file} > ${test.fullName}`, test.result().errors ?? [], file)
    }
    for (const error of unhandledErrors) noteFailure('outside of any test', [error])
  }
}
