import { TextDecoderStream } from 'node:stream/web'
import { configure, getConfig } from '@testing-library/react'

const { getElementError } = getConfig()

configure({
  asyncUtilTimeout: 25_000, // milliseconds; a busy machine needs long to load a screen's code
  // The page is put into words once somebody reads the message of a missing element, and not at each of the tries before
  // it is there, which took a tenth of the processor time of these tests.
  getElementError(message, container) {
    const error = Object.assign(new Error(), { name: 'TestingLibraryElementError' })
    let words: string | undefined
    return Object.defineProperty(error, 'message', {
      configurable: true,
      get: () => (words ??= getElementError(message, container).message),
    })
  },
})

// Browsers have it, but not the windows of happy-dom, in each of which one file of tests runs.
Object.assign(window, { TextDecoderStream })
