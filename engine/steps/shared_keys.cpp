#include "engine/steps/shared_keys.h"

#include "engine/steps/step.h"
#include "engine/transformers/hardware.h"
#include "engine/transformers/model_keys.h"

namespace bubblescope {

std::span<const SharedKey> sharedKeys() {
    static const SharedKey kKeys[] = {{kModelParameter, &Training::model},
                                      {kClusterParameter, &Training::cluster},
                                      {kMeshParameter, &Training::mesh}};
    return kKeys;
}

const SharedKey* findSharedKey(std::string_view key) {
    for (const SharedKey& known : sharedKeys())
        if (known.parameter.key == key) return &known;
    return nullptr;
}

ParameterValue::Object merged(ParameterValue::Object base, const ParameterValue::Object& over) {
    for (const auto& [name, value] : over) {
        const auto before = valueNamed(base, name);
        const auto *inner = std::get_if<ParameterValue::Object>(&value.held),
                   *held = before ? std::get_if<ParameterValue::Object>(&before->held) : nullptr;
        setNamed(base, name, inner && held ? ParameterValue{merged(*held, *inner)} : value);
    }
    return base;
}

ParameterValue::Object beside(const ParameterValue::Object& base, const ParameterValue::Object& all) {
    ParameterValue::Object own;
    for (const auto& [name, value] : all) {
        const auto before = valueNamed(base, name);
        if (before == value) continue;
        const auto *inner = std::get_if<ParameterValue::Object>(&value.held),
                   *held = before ? std::get_if<ParameterValue::Object>(&before->held) : nullptr;
        setNamed(own, name, inner && held ? ParameterValue{beside(*held, *inner)} : value);
    }
    return own;
}

Result<void> checkTraining(const Training& training) {
    for (const SharedKey& key : sharedKeys())
        if (auto ok = checkValue({training.*key.member}, key.parameter); !ok)
            return Error{ok.error().message, std::string(key.parameter.key) + ok.error().field};
    if (!training.model.empty())
        if (auto model = modelOf(training.model); !model)
            return Error{model.error().message, "model." + model.error().field};
    if (auto hardware = hardwareOf(training.cluster); !hardware)
        return Error{hardware.error().message, "cluster." + hardware.error().field};
    return {};
}

}  // namespace bubblescope
