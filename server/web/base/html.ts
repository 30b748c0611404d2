// The bundler's replacement for @elysiajs/html: the same templates, without the web framework.
import { createElement, Fragment } from '@kitajs/html'

export const Html = { createElement, Fragment }
