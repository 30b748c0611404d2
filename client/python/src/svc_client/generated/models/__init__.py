"""Contains all the data models used in inputs/outputs"""

from .adjustment import Adjustment
from .applied_mesh_repair import AppliedMeshRepair
from .bounding_box import BoundingBox
from .cancelled_generation import CancelledGeneration
from .change_model_request import ChangeModelRequest
from .change_model_request_cut_type_0 import ChangeModelRequestCutType0
from .change_model_request_cut_type_1 import ChangeModelRequestCutType1
from .change_model_request_cut_type_1_axis import ChangeModelRequestCutType1Axis
from .changed_model import ChangedModel
from .changed_models import ChangedModels
from .check_printability_form import CheckPrintabilityForm
from .check_printability_json import CheckPrintabilityJson
from .check_repair import CheckRepair
from .complete_upload_request import CompleteUploadRequest
from .country import Country
from .currency import Currency
from .done import Done
from .download_model_file_format import DownloadModelFileFormat
from .draft import Draft
from .draft_item import DraftItem
from .draft_order_request import DraftOrderRequest
from .draft_set import DraftSet
from .draft_status import DraftStatus
from .drafted_order import DraftedOrder
from .dry_run import DryRun
from .engine import Engine
from .error import Error
from .estimate_price_request import EstimatePriceRequest
from .file_unit import FileUnit
from .generation_error import GenerationError
from .generation_from_pictures import GenerationFromPictures
from .generation_from_text import GenerationFromText
from .generation_job import GenerationJob
from .generation_job_stage import GenerationJobStage
from .generation_job_status import GenerationJobStatus
from .generation_mode import GenerationMode
from .generation_options import GenerationOptions
from .generation_plan import GenerationPlan
from .generation_plan_complexity import GenerationPlanComplexity
from .generation_price import GenerationPrice
from .generation_price_material import GenerationPriceMaterial
from .generation_price_quality import GenerationPriceQuality
from .generation_progress import GenerationProgress
from .generation_result import GenerationResult
from .generation_result_print_status import GenerationResultPrintStatus
from .gift_card_share import GiftCardShare
from .hollowing import Hollowing
from .import_model_request import ImportModelRequest
from .input_mode import InputMode
from .invoice_buyer import InvoiceBuyer
from .invoice_document import InvoiceDocument
from .invoice_document_kind import InvoiceDocumentKind
from .invoice_line import InvoiceLine
from .invoice_tax import InvoiceTax
from .issue_place import IssuePlace
from .length_unit import LengthUnit
from .material import Material
from .mesh_quality import MeshQuality
from .no_mesh_repair import NoMeshRepair
from .nozzle_flow import NozzleFlow
from .order import Order
from .order_charge import OrderCharge
from .order_draft import OrderDraft
from .order_draft_address import OrderDraftAddress
from .order_invoice import OrderInvoice
from .order_state import OrderState
from .order_state_charge import OrderStateCharge
from .order_state_status_label import OrderStateStatusLabel
from .order_states import OrderStates
from .order_status import OrderStatus
from .order_status_label import OrderStatusLabel
from .order_supports_type_0 import OrderSupportsType0
from .output_format import OutputFormat
from .own_generation import OwnGeneration
from .own_generation_status import OwnGenerationStatus
from .own_generations import OwnGenerations
from .partial_address import PartialAddress
from .price_breakdown import PriceBreakdown
from .price_estimate import PriceEstimate
from .priced_cart import PricedCart
from .priced_line import PricedLine
from .printability import Printability
from .printability_report import PrintabilityReport
from .printability_report_print_status import PrintabilityReportPrintStatus
from .printability_report_walls_measured import PrintabilityReportWallsMeasured
from .quality import Quality
from .read_order_states_request import ReadOrderStatesRequest
from .received_mesh import ReceivedMesh
from .retexture_model_request import RetextureModelRequest
from .sign_upload_request import SignUploadRequest
from .signed_upload import SignedUpload
from .signed_upload_headers import SignedUploadHeaders
from .signed_upload_method import SignedUploadMethod
from .size_mm import SizeMm
from .smoothing import Smoothing
from .started_drafts import StartedDrafts
from .started_generation import StartedGeneration
from .started_generation_status import StartedGenerationStatus
from .submit_print_order_request import SubmitPrintOrderRequest
from .submitted_order import SubmittedOrder
from .submitted_order_charge import SubmittedOrderCharge
from .support_message import SupportMessage
from .support_message_role import SupportMessageRole
from .support_reply import SupportReply
from .support_request import SupportRequest
from .support_source import SupportSource
from .texture_resolution import TextureResolution
from .thin_wall import ThinWall
from .topology import Topology
from .tracking import Tracking
from .upload_model_request import UploadModelRequest
from .uploaded_model import UploadedModel

__all__ = (
    "Adjustment",
    "AppliedMeshRepair",
    "BoundingBox",
    "CancelledGeneration",
    "ChangedModel",
    "ChangedModels",
    "ChangeModelRequest",
    "ChangeModelRequestCutType0",
    "ChangeModelRequestCutType1",
    "ChangeModelRequestCutType1Axis",
    "CheckPrintabilityForm",
    "CheckPrintabilityJson",
    "CheckRepair",
    "CompleteUploadRequest",
    "Country",
    "Currency",
    "Done",
    "DownloadModelFileFormat",
    "Draft",
    "DraftedOrder",
    "DraftItem",
    "DraftOrderRequest",
    "DraftSet",
    "DraftStatus",
    "DryRun",
    "Engine",
    "Error",
    "EstimatePriceRequest",
    "FileUnit",
    "GenerationError",
    "GenerationFromPictures",
    "GenerationFromText",
    "GenerationJob",
    "GenerationJobStage",
    "GenerationJobStatus",
    "GenerationMode",
    "GenerationOptions",
    "GenerationPlan",
    "GenerationPlanComplexity",
    "GenerationPrice",
    "GenerationPriceMaterial",
    "GenerationPriceQuality",
    "GenerationProgress",
    "GenerationResult",
    "GenerationResultPrintStatus",
    "GiftCardShare",
    "Hollowing",
    "ImportModelRequest",
    "InputMode",
    "InvoiceBuyer",
    "InvoiceDocument",
    "InvoiceDocumentKind",
    "InvoiceLine",
    "InvoiceTax",
    "IssuePlace",
    "LengthUnit",
    "Material",
    "MeshQuality",
    "NoMeshRepair",
    "NozzleFlow",
    "Order",
    "OrderCharge",
    "OrderDraft",
    "OrderDraftAddress",
    "OrderInvoice",
    "OrderState",
    "OrderStateCharge",
    "OrderStates",
    "OrderStateStatusLabel",
    "OrderStatus",
    "OrderStatusLabel",
    "OrderSupportsType0",
    "OutputFormat",
    "OwnGeneration",
    "OwnGenerations",
    "OwnGenerationStatus",
    "PartialAddress",
    "PriceBreakdown",
    "PricedCart",
    "PricedLine",
    "PriceEstimate",
    "Printability",
    "PrintabilityReport",
    "PrintabilityReportPrintStatus",
    "PrintabilityReportWallsMeasured",
    "Quality",
    "ReadOrderStatesRequest",
    "ReceivedMesh",
    "RetextureModelRequest",
    "SignedUpload",
    "SignedUploadHeaders",
    "SignedUploadMethod",
    "SignUploadRequest",
    "SizeMm",
    "Smoothing",
    "StartedDrafts",
    "StartedGeneration",
    "StartedGenerationStatus",
    "SubmitPrintOrderRequest",
    "SubmittedOrder",
    "SubmittedOrderCharge",
    "SupportMessage",
    "SupportMessageRole",
    "SupportReply",
    "SupportRequest",
    "SupportSource",
    "TextureResolution",
    "ThinWall",
    "Topology",
    "Tracking",
    "UploadedModel",
    "UploadModelRequest",
)
