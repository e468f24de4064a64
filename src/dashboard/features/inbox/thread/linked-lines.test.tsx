import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { beforeInboxTests, conversation, line, thread, visitor } from '../testing/inbox-server.ts'

beforeInboxTests()
