"""The Python SDK 2: python mcp_2.py story|refused legacy|auto|2026-07-28. Prints the output that its user sees."""

import asyncio
import json
import sys

import httpx2
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from story import HEADERS, URL, run_client


async def main(name, mode):
    async with httpx2.AsyncClient(headers=HEADERS, timeout=60) as http:
        async with Client(streamable_http_client(URL, http_client=http), mode=mode) as client:
            listed = await client.list_tools()

            async def call(tool, arguments):
                result = await client.call_tool(tool, arguments)
                return result.content, result.structured_content

            told = await run_client(name, call)
    print(json.dumps({"tools": len(listed.tools), **told}))


asyncio.run(main(*sys.argv[1:3]))
