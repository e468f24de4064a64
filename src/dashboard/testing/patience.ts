import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: 25_000 }) // milliseconds; a busy machine needs long to load a screen's code
