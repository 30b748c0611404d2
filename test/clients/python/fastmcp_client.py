"""fastmcp's client: python fastmcp_client.py legacy|auto. Prints what its user sees of an endpoint that refuses."""

import asyncio
import json
import sys

from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport

from story import HEADERS, URL


async def main(mode):
    async with Client(StreamableHttpTransport(URL, headers=HEADERS), mode=mode) as client:
        tools = await client.list_tools()
        result = await client.call_tool("list_materials", {}, raise_on_error=False)
    print(json.dumps({"tools": len(tools), "said": result.content[0].text}))


asyncio.run(main(sys.argv[1]))
