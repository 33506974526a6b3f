#pragma once

#include <QUndoCommand>

#include <functional>
#include <memory>

namespace bubblescope {

/// One change of a document from one state to another. The edits of one gesture are merged into one change.
///
/// Shapes  Kept has operator==
template <class Kept>
class EditCommand : public QUndoCommand {
public:
    using Show = std::function<void(std::shared_ptr<const Kept>)>;

    /// A command with `gesture` 0 is never merged.
    EditCommand(const QString& what, std::shared_ptr<const Kept> before, std::shared_ptr<const Kept> after, int gesture,
                Show show)
        : QUndoCommand(what),
          m_before(std::move(before)),
          m_after(std::move(after)),
          m_gesture(gesture),
          m_show(std::move(show)) {}

    /// The state before the edits of this gesture; null if the command belongs to another gesture.
    const Kept* beganWith(int gesture) const { return gesture != 0 && gesture == m_gesture ? m_before.get() : nullptr; }

    int id() const override { return m_gesture == 0 ? -1 : 1; }
    void undo() override { m_show(m_before); }
    void redo() override { m_show(m_after); }

    bool mergeWith(const QUndoCommand* other) override {
        const auto* next = static_cast<const EditCommand*>(other);
        if (next->m_gesture != m_gesture) return false;
        m_after = next->m_after;
        setObsolete(*m_after == *m_before);
        return true;
    }

private:
    std::shared_ptr<const Kept> m_before, m_after;
    int m_gesture;
    Show m_show;
};

}  // namespace bubblescope
