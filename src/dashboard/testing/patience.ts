import { TextDecoderStream } from 'node:stream/web'
import { configure, getConfig } from '@testing-library/react'

const { getElementError } = getConfig()
const isTrying = () =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics

configure({
  asyncUtilTimeout: 25_000, // milliseconds; a busy machine needs long to load a screen's code
  // The page is put into words once an element is missing for good, and not at each of the tries before it is there,
  // which took a tenth of the processor time of these tests.
  getElementError: (message, container) =>
    message && isTrying()
      ? Object.assign(new Error(message), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
})

// Browsers have it, but not the windows of happy-dom, in each of which one file of tests runs.
Object.assign(window, { TextDecoderStream })
