origin=='null'&&(delete self.Worker,alone.hidden=0)
onload=()=>{const half=document.querySelector('#first:not([data-begun]) #half');if(half&&alone.hidden)half.hidden=0}
