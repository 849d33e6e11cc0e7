resource "aws_instance" "web" {
#^ type aws_instance.web
  ami = "x"
}
variable "size" {}
#^ constant size
module "net" { source = "./net" }
#^ namespace net
output "ip" { value = 1 }
#^ constant ip
locals { a = 1 }
#^ constant a
provider "aws" {}
#^ namespace aws
data "aws_ami" "u" {}
#^ type aws_ami.u
