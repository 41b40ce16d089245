{{- define "toolcrib.name" -}}
{{- printf "%s-toolcrib" .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "toolcrib.selector" -}}
app.kubernetes.io/name: toolcrib
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "toolcrib.labels" -}}
{{ include "toolcrib.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "toolcrib.image" -}}
{{- printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) -}}
{{- end -}}

{{- define "toolcrib.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
runAsNonRoot: true
runAsUser: 1000
capabilities:
  drop: ["ALL"]
seccompProfile:
  type: RuntimeDefault
{{- end -}}
