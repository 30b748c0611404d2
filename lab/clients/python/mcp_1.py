"""The Python SDK 1: python mcp_1.py story|refused. Prints the output that its user sees."""

import asyncio
import json
import sys

from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client

from story import HEADERS, URL, run_client


async def main(name):
    async with streamablehttp_client(URL, headers=HEADERS) as (read, write, _):
        async with ClientSession(read, write) as session:
            await session.initialize()
            listed = await session.list_tools()

            async def call(tool, arguments):
                result = await session.call_tool(tool, arguments)
                return result.content, result.structuredContent

            told = await run_client(name, call)
    print(json.dumps({"tools": len(listed.tools), **told}))


asyncio.run(main(sys.argv[1]))
