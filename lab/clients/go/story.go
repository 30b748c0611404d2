package main

import (
	"context"
	"encoding/json"
	"log"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// sight is the part of a tool's result that a user sees.
type sight struct {
	Sentence bool `json:"sentence"`
	JSON     bool `json:"json"`
	Fields   bool `json:"fields"`
	Images   int  `json:"images"`
}

type object = map[string]any

type buyer struct {
	ctx     context.Context
	session *mcp.ClientSession
	seen    map[string]sight
}

// call returns the sentence and the fields of a tool's result.
func (b *buyer) call(tool string, arguments object) (string, object) {
	result, err := b.session.CallTool(b.ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		log.Fatalf("%s: %v", tool, err)
	}
	sentence, saw := "", sight{}
	for _, content := range result.Content {
		switch block := content.(type) {
		case *mcp.ImageContent:
			saw.Images++
		case *mcp.TextContent:
			var fields object
			if json.Unmarshal([]byte(block.Text), &fields) == nil {
				saw.JSON = true
			} else if !saw.Sentence {
				saw.Sentence, sentence = true, block.Text
			}
		}
	}
	fields, ok := result.StructuredContent.(object)
	saw.Fields = ok
	b.seen[tool] = saw
	return sentence, fields
}

// story performs the task of python/story.py, using the fields.
func (b *buyer) story() string {
	link := os.Getenv("MODEL_LINK")
	_, rates := b.call("list_materials", object{})
	material, least := "", 0.0
	for _, one := range rates["materials"].([]any) {
		entry := one.(object)
		if price := entry["price_per_gram"].(float64); material == "" || price < least {
			material, least = entry["material"].(string), price
		}
	}
	color := rates["stock_colors"].([]any)[0].(object)["name"]
	b.call("check_printability", object{"model_url": link})
	_, job := b.call("generate_model", object{"prompt": "a small vase", "confirm": true})
	var model object
	for {
		_, model = b.call("get_generation", object{"job_id": job["job_id"]})
		if model["status"] == "done" || model["status"] == "error" {
			break
		}
		time.Sleep(200 * time.Millisecond)
	}
	b.call("quote_print", object{"model_url": model["model_url"], "color": color})
	_, quote := b.call("quote_print", object{"model_url": link, "material": material, "color": color})
	email := "ada@example.com"
	b.call("create_print_order", object{
		"quote_id": quote["quote_id"], "confirm": true, "recipient_name": "Ada Example", "email": email,
		"street1": "1 Main Street", "city": "Springfield", "state": "IL", "zip": "62701", "country": "US",
	})
	_, list := b.call("list_my_orders", object{})
	var code any
	for _, one := range list["orders"].([]any) {
		if entry := one.(object); entry["quote_id"] == quote["quote_id"] {
			code = entry["order_code"]
		}
	}
	_, read := b.call("get_order", object{"code": code})
	_, tracked := b.call("track_order", object{"order_code": code, "email": email})
	said, err := json.Marshal(object{
		"order_code": code, "paid": read["paid"], "amount": read["amount"],
		"material": read["material"], "color": read["color"], "stage": tracked["stage"],
	})
	if err != nil {
		log.Fatal(err)
	}
	return string(said)
}
