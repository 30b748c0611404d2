"""fastmcp's client: python fastmcp_client.py story|refused legacy|auto. Prints the output that its user sees."""

import asyncio
import json
import sys

from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport

from story import HEADERS, URL, run_client


async def main(name, mode):
    async with Client(StreamableHttpTransport(URL, headers=HEADERS), mode=mode) as client:
        tools = await client.list_tools()

        async def call(tool, arguments):
            result = await client.call_tool(tool, arguments, raise_on_error=False)
            return result.content, result.structured_content

        told = await run_client(name, call)
    print(json.dumps({"tools": len(tools), **told}))


asyncio.run(main(*sys.argv[1:3]))
